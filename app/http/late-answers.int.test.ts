import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import express from "express";
import { expect, test } from "vitest";
import { LATE_HEADER, tellLateAnswers } from "./late-answers.ts";
import { waitForReadModels } from "./wait-for-read-models.ts";

test("an answer that could not wait for the read models says so, and no other does", async () => {
  const app = express();
  app.use(tellLateAnswers());
  app.get("/:position", (req, res, next) => {
    const reached = async (position: string) => position !== "late";
    const positions = req.params.position.split("+");
    const wait = async () => {
      for (const position of positions)
        await waitForReadModels({ readModels: { reached } }, position === "none" ? null : position);
      res.json({});
    };
    wait().catch(next);
  });
  const server = createServer(app).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  try {
    const said = await Promise.all(
      ["late", "soon", "none", "late+soon", "soon+late", "soon"].map(async (position) =>
        (await fetch(`http://127.0.0.1:${port}/${position}`)).headers.get(LATE_HEADER),
      ),
    );
    expect(said).toEqual(["behind", null, null, "behind", "behind", null]);
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
});
