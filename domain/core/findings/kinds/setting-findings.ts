import { kind, plain } from "../finding-kind.ts";

const ofSetting = (rest: string) => kind({ label: "text" }, ({ label }) => `"${label}" ${rest}`);

/** What is wrong with a setting of a connection; `label`: how its form names it. */
export const settingFindings = {
  "setting-required": ofSetting("is required."),
  "setting-unknown": ofSetting("is not a field of this connector."),
  "setting-not-single": ofSetting("must be a single value."),
  "setting-not-number": ofSetting("must be a number."),
  "setting-not-boolean": ofSetting("must be true or false."),
  "setting-not-date": ofSetting("must be a date such as 2025-12-31."),
  "setting-not-option": ofSetting("must be one of its options."),
  "setting-not-group": ofSetting("must hold its own fields."),
  "setting-list-too-long": kind(
    { label: "text", limit: "number" },
    ({ label, limit }) => `"${label}" holds more than ${limit} values.`,
  ),
  "setting-lists-too-long": ofSetting("and the other lists hold too many entries in total."),
  "setting-invalid": plain("This value is not valid."),
  "setting-unfit": plain("A value must not hold NUL or broken Unicode."),
  "setting-too-long": kind({ limit: "number" }, ({ limit }) => `A value may have at most ${limit} characters.`),
  "own-settings-too-many": kind(
    { limit: "number" },
    ({ limit }) => `At most ${limit} settings of your own are possible.`,
  ),
  "own-setting-name-invalid": plain(
    "A setting's name must start with a letter and hold only letters, digits, _ . and -.",
  ),
  "own-setting-too-long": kind({ limit: "number" }, ({ limit }) => `At most ${limit} values are possible.`),
  "own-setting-too-deep": plain("This setting nests too deep."),
  "own-setting-of-other-kind": plain("This setting must be a text, a number, true or false, or a list of them."),
};
