import type { ConsentChange } from "#domain/connector-language/consent/consent-change.ts";

/** What another version does beyond the consent, in one sentence. */
export function consentWords({ hosts, places, authType }: ConsentChange): string {
  const plain = (host: string) => host.replace(/^https:\/\//, "");
  const news = [
    ...(hosts.added.length > 0 ? [`calls ${hosts.added.map(plain).join(", ")}`] : []),
    ...(authType ? [`signs in by ${authType.to} in place of ${authType.from}`] : []),
    ...(places.added.length > 0
      ? [
          `sends ${places.added.map(({ field, where, host }) => `${field} in the ${where} to ${plain(host)}`).join(", ")}`,
        ]
      : []),
  ];
  return news.length > 0 ? `This version ${news.join(", and ")}.` : "This version asks for more than you agreed to.";
}
