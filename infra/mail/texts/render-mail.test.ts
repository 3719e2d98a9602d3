import { describe, expect, test } from "vitest";
import fc from "fast-check";
import { JSDOM } from "jsdom";
import { createTransport } from "nodemailer";
import PostalMime from "postal-mime";
import { everyCharacter } from "#testing/texts/every-character.ts";
import { noticeMail, mailTexts } from "./mail-texts.ts";
import { message, sendPlainTexts } from "../mail-transport.ts";
import { Said, said, written } from "./mail-words.ts";
import { renderMail } from "./render-mail.ts";

describe("renderMail", () => {
  test("says the same in text and HTML", () => {
    const { text, html } = renderMail({
      title: said`Confirm your address`,
      paragraphs: [said`Hello Ada,`, said`welcome.`],
      link: { label: "Confirm", url: "http://localhost:3000/verify-email/abc?x=1&y=2" },
    });
    expect(text).toBe(
      "Confirm your address\n\nHello Ada,\n\nwelcome.\n\nConfirm:\nhttp://localhost:3000/verify-email/abc?x=1&y=2\n",
    );
    expect(html).toContain('<html lang="en">');
    expect(html).toContain('<a href="http://localhost:3000/verify-email/abc?x=1&amp;y=2"');
    expect(html).toContain('<p style="margin:0 0 16px">welcome.</p>');
    expect(html).not.toMatch(/<(img|script|link)|src=|@import/);
  });

  test("wraps paragraphs and leaves the link whole on a line by itself", () => {
    const url = `http://localhost:3000/verify-email/${"x".repeat(90)}`;
    const paragraph = `${"word ".repeat(40).trim()} ${"w".repeat(100)} ${"end ".repeat(30).trim()}`;
    const { text } = renderMail({ title: said`t`, paragraphs: [new Said(paragraph)], link: { label: "Open", url } });
    const lines = text.split("\n");
    expect(lines).toContain(url);
    expect(lines.filter((line) => line.length > 76)).toEqual(["w".repeat(100), url]);
    expect(lines.slice(2, lines.indexOf("Open:") - 1).join(" ")).toBe(paragraph);
    expect(Math.min(...lines.slice(2, 4).map((line) => line.length))).toBeGreaterThan(70);
  });

  test("shows a user's markup as text", () => {
    const { html } = renderMail({
      title: said`<b>`,
      paragraphs: [written(`Hello <img src=x onerror="alert('1')">\nBye & thanks`)],
    });
    expect(html).toContain("Hello &lt;img src=x onerror=&quot;alert(&#x27;1&#x27;)&quot;&gt;<br>Bye &amp; thanks");
    expect(html).not.toContain("<img");
  });

  test("links nowhere else than to the web", () => {
    expect(() =>
      renderMail({ title: said`x`, paragraphs: [], link: { label: "x", url: "javascript:alert(1)" } }),
    ).toThrow(/http/);
  });
});

/** Every mail that names something, with the same name everywhere. */
function mailsNaming(name: string) {
  const ids = { to: "ada@example.org", userId: "u", datasetId: "d", runId: "r", token: "t" };
  const all = { ...ids, name, title: name, email: "b@example.org", reason: "R", note: "N", until: null, failures: 3 };
  const ended = { apiKeys: [name], streamingKey: true, webhooks: ["https://hooks.example.org/in"] };
  const app = "https://data.example.org";
  const columns = { added: [name], removed: [name], changed: [name] };
  return [
    ...Object.entries(mailTexts)
      .filter(([kind]) => kind !== "contact")
      .map(([, text]) =>
        (text as (mail: unknown, appUrl: string) => ReturnType<typeof noticeMail>)({ ...all, ended, day: "d" }, app),
      ),
    mailTexts.takenDown({ ...all, reason: null }, app),
    mailTexts.contact({ to: ids.to, from: { name, email: "b@example.org", message: "M" } }),
    noticeMail({ what: "key-expires", title: name, expiresAt: "2026-01-01T00:00:00Z" }, app),
    noticeMail({ what: "rows", title: name, version: 2, datasetId: "d" }, app),
    noticeMail({ what: "version", title: name, version: 2, connectorId: "c" }, app),
    noticeMail({ what: "schema", title: name, path: "/x", ...columns }, app),
  ];
}

/** What of a mail does not depend on the name: its lines, and the elements and links of its HTML. */
function shapeOf(content: ReturnType<typeof noticeMail>) {
  const { text, html } = renderMail(content);
  const { document } = new JSDOM(html).window;
  return {
    subject: String(content.title).split("\n").length,
    paragraphs: text.split("\n\n").length,
    elements: [...document.querySelectorAll("*")].map(({ tagName }) => tagName),
    links: [...document.querySelectorAll("a")].map(({ href }) => href),
    // What programs for mails make a link of by themselves.
    addresses: text.match(/\w+:\/\/\S+|[\p{L}\p{N}-]+(\.\p{L}[\p{L}\p{N}-]+)+/gu),
  };
}

const ANY_CHARACTERS = fc.string({
  unit: fc.oneof(
    fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
    fc.constantFrom(
      "\r\n\r\n",
      "\n",
      "\u2028",
      "\u0085",
      "”",
      "“",
      "https://evil.test",
      "www.evil.test",
      " ",
      "a.b",
      "<a href='x'>",
    ),
  ),
  maxLength: 300,
});

describe("a name in a mail", () => {
  test.each([
    "A\r\n\r\nYour account is closed, log in at https://evil.test",
    "A\u2028\u2029\u0085\u000b\u000cYour account is closed: www.evil.test/login",
    "evil.test",
    "x” at Tributary. Your account is closed, log in at HTTPS://EVIL.test. “y",
    `<a href="https://evil.test">log in</a>`,
    "x".repeat(1_000),
  ])("makes no paragraph, no element and no link: %j", (name) => {
    expect(mailsNaming(name).map(shapeOf)).toEqual(mailsNaming("Rivers").map(shapeOf));
    for (const mail of mailsNaming(name)) expect(String(mail.title).length).toBeLessThan(200);
  });

  test("is one line, short and no address, whatever it holds", () => {
    fc.assert(
      fc.property(ANY_CHARACTERS, (name) => {
        const text = String(said`A “${name}” B`);
        expect(text).toMatch(/^A “[^\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069“”"]*” B$/u);
        expect(text).not.toMatch(/\w:\/\/|[\p{L}\p{N}]\.\p{L}[\p{L}\p{N}-]/u);
        expect(text.length).toBeLessThan(400);
        expect(text.isWellFormed()).toBe(true);
      }),
    );
  });
});

test("what a person writes is a quotation on each of its lines, in text and in HTML", () => {
  const typed = "Please.\r\n\r\nTributary:\u2028your account is closed\u0001 <b>now</b>\rbye";
  const { text, html } = renderMail({ title: said`t`, paragraphs: [said`She wrote:`, written(typed)] });
  expect(text).toBe(
    "t\n\nShe wrote:\n\n> Please.\n>\n> Tributary:\n> your account is closed\ufffd <b>now</b>\n> bye\n",
  );
  const { document } = new JSDOM(html).window;
  expect(document.querySelectorAll("blockquote br").length).toBe(4);
  expect(document.querySelector("main")?.querySelectorAll("p, b").length).toBe(1);
});

describe("every character of Unicode", () => {
  const transporter = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  sendPlainTexts(transporter, { eightBit: true });

  async function received(content: ReturnType<typeof noticeMail>) {
    const rendered = renderMail(content);
    const mail = { id: "1", created: new Date(0), to: "ada@example.org", subject: String(content.title), ...rendered };
    const { message: raw } = await transporter.sendMail(message(mail, "b@example.org"));
    const { subject, headers, text, html } = await PostalMime.parse(raw as Buffer);
    return { rendered, subject, headers: headers.map(({ key }) => key), text: unix(text), html: unix(html) };
  }
  const unix = (text = "") => text.replaceAll("\r\n", "\n");

  test("comes through the text and the HTML of a mail", { timeout: 60_000 }, async () => {
    for (const part of everyCharacter(8_192)) {
      const { rendered, ...read } = await received({ title: said`t`, paragraphs: [written(part)] });
      expect({ text: read.text, html: read.html }).toEqual(rendered);
    }
  });

  test("comes through a subject, or is a blank there, and makes no header", { timeout: 60_000 }, async () => {
    const { headers } = await received({ title: said`t`, paragraphs: [] });
    for (const part of everyCharacter(80, 0xffff)) {
      const title = said`New rows: “${part}”`;
      const read = await received({ title, paragraphs: [] });
      expect([read.subject, read.headers]).toEqual([String(title), headers]);
    }
  });
});
