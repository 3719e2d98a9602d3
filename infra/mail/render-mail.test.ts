import { describe, expect, test } from "vitest";
import { renderMail } from "./render-mail.ts";

describe("renderMail", () => {
  test("says the same in text and HTML", () => {
    const { text, html } = renderMail({
      title: "Confirm your address",
      paragraphs: ["Hello Ada,", "welcome."],
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
    const { text } = renderMail({ title: "t", paragraphs: [paragraph], link: { label: "Open", url } });
    const lines = text.split("\n");
    expect(lines).toContain(url);
    expect(lines.filter((line) => line.length > 76)).toEqual(["w".repeat(100), url]);
    expect(lines.slice(2, lines.indexOf("Open:") - 1).join(" ")).toBe(paragraph);
    expect(Math.min(...lines.slice(2, 4).map((line) => line.length))).toBeGreaterThan(70);
  });

  test("shows a user's markup as text", () => {
    const { html } = renderMail({ title: "<b>", paragraphs: [`Hello <img src=x onerror="alert('1')">\nBye & thanks`] });
    expect(html).toContain("Hello &lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;<br>Bye &amp; thanks");
    expect(html).not.toContain("<img");
  });

  test("links nowhere else than to the web", () => {
    expect(() => renderMail({ title: "x", paragraphs: [], link: { label: "x", url: "javascript:alert(1)" } })).toThrow(
      /http/,
    );
  });
});
