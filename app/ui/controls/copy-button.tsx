import { Check, Copy } from "../icons/all.ts";
import type { ReactNode } from "react";
import { useEffect, useState } from "react";
import { showToast } from "../feedback/toaster.tsx";
import { Button } from "./button.tsx";
import { copyText } from "./copy-text.ts";
import { useHydrated } from "../layout/hydrated.ts";

/** How long "Copied" is shown, in milliseconds. */
const COPIED_SHOWN_MS = 2_000;

/** Copies a text; absent without JavaScript, where the text beside it can be selected. */
export function CopyButton({
  text,
  label = "Copy",
  name,
  small = true,
  onCopied,
}: {
  text: string;
  label?: ReactNode;
  name?: string;
  small?: boolean;
  onCopied?: () => void;
}) {
  const hydrated = useHydrated();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  if (!hydrated) return null;
  const copy = async () => {
    if (!(await copyText(text)))
      return showToast("error", "Your browser does not allow copying here. Select the text and copy it.", "copy");
    setCopied(true);
    onCopied?.();
  };
  return (
    <Button type="button" small={small} icon={copied ? Check : Copy} aria-label={name} onClick={() => void copy()}>
      <span aria-live="polite">{copied ? "Copied" : label}</span>
    </Button>
  );
}
