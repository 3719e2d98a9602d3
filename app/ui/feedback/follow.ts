import { useRevalidator } from "@remix-run/react";
import { useEffect } from "react";

/** How often a page reloads its data while work is in progress, in milliseconds. */
const POLL_INTERVAL_MS = 1_500;

/** Reloads the page's data repeatedly while `underWay`; without JavaScript the page needs a link for that. */
export function useFollow(underWay: boolean): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!underWay) return;
    const timer = setInterval(revalidate, POLL_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [underWay, revalidate]);
}
