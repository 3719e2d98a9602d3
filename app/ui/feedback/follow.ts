import { useRevalidator } from "@remix-run/react";
import { useEffect } from "react";

/** How often a page asks again while something is under way. In milliseconds. */
const askEvery = 1_500;

/** Loads the page's data anew every moment while `underWay`; without JavaScript the page needs a link that does. */
export function useFollow(underWay: boolean): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!underWay) return;
    const timer = setInterval(revalidate, askEvery);
    return () => clearInterval(timer);
  }, [underWay, revalidate]);
}
