import { useLocation, useNavigation } from "@remix-run/react";

/** Says that another page is on its way, while the page before it is still shown. Quick ones come before it is seen. */
export function PageLoading() {
  const { state, location: next } = useNavigation();
  const { pathname } = useLocation();
  const isLoading = state === "loading" && next.pathname !== pathname;
  return (
    <p className={isLoading ? "page-loading" : "visually-hidden"} role="status">
      {isLoading && "Loading..."}
    </p>
  );
}
