import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { SettingField } from "./setting-field.tsx";

type Props = Parameters<typeof SettingField>[0];
type Field = Props["field"];

/** The label of a field as a screen reader says it. */
function nameOf(field: Partial<Field>): string | undefined {
  const whole = { key: "station", label: "Station", type: "text", required: false, options: [], ...field } as Field;
  const drawn = renderToStaticMarkup(
    createElement(SettingField, {
      ...{ field: whole, name: "setting:station", value: undefined, onChange: () => {} },
      ...{ isStored: false, state: undefined },
    } as Props),
  );
  return /<(?:label|legend)[^>]*>(.*?)<\/(?:label|legend)>/.exec(drawn)?.[1];
}

test("the name of a field and the word optional are apart in an element, because labels are flex boxes", () => {
  expect(nameOf({})).toBe('Station<span class="opt"><span class="visually-hidden"> </span>optional</span>');
  expect(nameOf({ multiple: true })).toContain('<span class="visually-hidden"> </span>optional');
  expect(nameOf({ required: true })).toBe("Station");
});
