import type { DocPage, DocSection } from "./doc-page.ts";

/** Checks a signature in Node, without a package. */
export const VERIFY_IN_NODE = `import { createHmac, timingSafeEqual } from "node:crypto";

/** body: the bytes as they came, as text. secrets: yours, and for a day the one before. */
export function isGenuine(headers, body, secrets) {
  const id = headers["webhook-id"];
  const sent = Number(headers["webhook-timestamp"]);
  if (!id || !(Math.abs(new Date().getTime() / 1000 - sent) < 300)) return false;
  const given = (headers["webhook-signature"] ?? "").split(" ").map((each) => Buffer.from(each));
  return secrets.some((secret) => {
    const key = Buffer.from(secret.replace("whsec_", ""), "base64");
    const hash = createHmac("sha256", key).update(\`\${id}.\${headers["webhook-timestamp"]}.\${body}\`).digest("base64");
    const expected = Buffer.from(\`v1,\${hash}\`);
    return given.some((each) => each.length === expected.length && timingSafeEqual(each, expected));
  });
}
`;

/** The same in Python. */
export const VERIFY_IN_PYTHON = `import base64, hashlib, hmac, time

def is_genuine(headers, body, secrets):
    """headers with names in lower case; body: the bytes as they came."""
    try:
        message_id, sent = headers["webhook-id"], headers["webhook-timestamp"]
        if abs(time.time() - int(sent)) > 300:
            return False
    except (KeyError, ValueError):
        return False
    signed = f"{message_id}.{sent}.".encode() + body
    given = headers.get("webhook-signature", "").split(" ")
    for secret in secrets:
        key = base64.b64decode(secret.removeprefix("whsec_"))
        expected = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
        if any(hmac.compare_digest(each, expected) for each in given):
            return True
    return False
`;

const EXAMPLE = `{
  "specversion": "1.0",
  "id": "0198c0de-6d3c-7c2e-b1a4-2f6f0c9be001",
  "source": "https://tributary.example.org/",
  "type": "tributary.dataset.version",
  "subject": "<id of the dataset>",
  "time": "2026-11-24T06:00:04.120Z",
  "datacontenttype": "application/json",
  "data": { "dataset_id": "…", "version": 4, "row_count": 1200, "rejected_rows": 0 }
}
`;

const what: DocSection = {
  id: "what-is-sent",
  title: "What is sent",
  blocks: [
    "A [webhook](/account?tab=webhooks) posts what happens to an address of yours: an https address on the public internet, unless the operator of this server allows others. You choose the kinds, and whether it is about one dataset or connection only. It tells only of what you may see at the time of sending.",
    {
      list: [
        "`tributary.run.succeeded`, `tributary.run.partial` and `tributary.run.failed`: a run of your connection has ended. `data` has `run_id`, `instance_id`, `status`, `row_count`, `tables` (those with new rows) and `error_code`.",
        "`tributary.dataset.version`: a dataset that you own or use has a new version. `data` has `dataset_id`, `version`, `row_count` and `rejected_rows`.",
        "`tributary.access.requested`: somebody asks for access to your dataset. `data` has `dataset_id` and `user_id`.",
        "`tributary.schema.changed`: the columns of a table that you use have changed. `data` has `dataset_id` or `instance_id`, `title`, `added`, `removed` and `changed`, ten names of each at most.",
        "`tributary.test`: you asked for a test.",
      ],
    },
    "The body is a CloudEvent 1.0 as JSON, with the media type `application/cloudevents+json`.",
    { code: EXAMPLE, name: "a body" },
  ],
};

const check: DocSection = {
  id: "verify-a-signature",
  title: "Check the signature",
  blocks: [
    "Each delivery is signed as the Standard Webhooks describe: the header `webhook-signature` holds `v1,` and the HMAC-SHA256 of `webhook-id`, `webhook-timestamp` and the body, joined by dots. The key is your secret after `whsec_`, decoded from Base64. The packages `standardwebhooks` check it for many languages; so do these lines.",
    "Refuse what is older than five minutes, so that nobody can send a recorded delivery again. For a day after a new secret the header has two signatures, one for each secret.",
    { code: VERIFY_IN_NODE, name: "the check in Node" },
    { code: VERIFY_IN_PYTHON, name: "the check in Python" },
  ],
};

const answers: DocSection = {
  id: "answers-and-retries",
  title: "Answers and repeats",
  blocks: [
    "Answer with any 2xx within 15 seconds, and do longer work afterwards. Other answers, redirects among them, count as failures: the delivery is repeated after 5 seconds, 5 and 30 minutes, and then ever later, ten times within some three days.",
    "A delivery may come twice, and not in order. Those with the same `webhook-id` are the same: keep the ids that you have dealt with.",
    "A webhook is switched off when its address answers 410, or has failed for three days. You get a notice, and switch it on again on its page. There you also see each delivery of the last 30 days with its answer, and send it again.",
  ],
};

/** How programs are told of what happens. */
export const webhooksPage: DocPage = {
  path: "/documentation/webhooks",
  title: "Webhooks",
  about: "How a program is told of runs, new versions and requests, and how it checks a signature.",
  sections: () => [what, check, answers],
};
