import { limitsTable } from "./call-limits.ts";

/** The version of the API: its first number changes when something is removed. */
export const API_VERSION = "1.0.0";

/** The parts of the document's description that a test compares with the code and with docs. */
export const LIMITS_AND_PROMISES = `**How often.** A call that a limit counts tells what is left by \`RateLimit-Limit\`,
\`RateLimit-Remaining\` and \`RateLimit-Reset\` (in seconds), of the limit that is nearest to its end. Operators may
change these defaults:

${limitsTable()}

**What you can rely on.** Within version 1 fields, calls and codes are only added: ignore the fields that you do not
know. What is to be removed is announced six months ahead by the headers \`Deprecation\` and \`Sunset\` of its answers,
and in CHANGELOG.md.`;
