import { expect, test } from "vitest";
import { describeS3Place, parseS3Address } from "./s3-address.ts";

test("an address says where the bucket is and as whom it is used", () => {
  expect(parseS3Address("s3://AKIA:a%2Fb%2Bc%25@minio.internal:9000/files/tributary/one?tls=false")).toEqual({
    endpoint: "http://minio.internal:9000",
    region: "us-east-1",
    bucket: "files",
    prefix: "tributary/one/",
    isInPath: true,
    credentials: { accessKeyId: "AKIA", secretAccessKey: "a/b+c%" },
  });
  expect(parseS3Address("s3://s3.eu-central-1.amazonaws.com/files?region=eu-central-1")).toEqual({
    endpoint: "https://s3.eu-central-1.amazonaws.com",
    region: "eu-central-1",
    bucket: "files",
    prefix: "",
    isInPath: false,
    credentials: null,
  });
});

test("the bucket is in the host at AWS, unless it has a dot, and where the address says so", () => {
  const isInPath = (text: string) => parseS3Address(text)?.isInPath;
  expect(isInPath("s3://s3.amazonaws.com/my.files")).toBe(true);
  expect(isInPath("s3://s3.amazonaws.com/files?style=path")).toBe(true);
  expect(isInPath("s3://oss.example.com/files?style=host")).toBe(false);
});

test.each([
  "https://key:secret@host/bucket",
  "s3://key:secret@host",
  "s3://key@host/bucket",
  "s3://:secret@host/bucket",
  // A secret with a slash that is not escaped.
  "s3://key:se/cret@host/bucket",
  "s3://key:secret@host/bucket?tls=no",
  "s3://key:secret@host/bucket?style=other",
  "s3://key:secret@host/bucket?regoin=eu-central-1",
  "s3://key:secret@host/bucket#part",
  "s3://",
  "bucket",
])("%s is no address", (text) => {
  expect(parseS3Address(text)).toBeNull();
});

test("what is said of an address has neither key nor secret", () => {
  expect(describeS3Place("s3://key:secret@host:9000/files/one?tls=false")).toBe("host:9000, bucket files");
});
