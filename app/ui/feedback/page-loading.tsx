import { useLocation, useNavigation } from "@remix-run/react";

/** Says that a profile is on its way, while the page before it is still shown. */
export function PageLoading() {
  const { state, location: next } = useNavigation();
  const { pathname } = useLocation();
  const isLoading = state === "loading" && next.pathname !== pathname && /^\/\w+_profile\//.test(next.pathname);
  return (
    <p className={isLoading ? "page-loading" : "visually-hidden"} role="status">
      {isLoading && "Loading..."}
    </p>
  );
}
