import { Link } from "@remix-run/react";
import { counted, plural } from "../ui/data/format.ts";

/**
 * "2 rows were not loaded. View them", with a link to these rows. `about` names the dataset to screen readers if a page
 * has several.
 */
export function RejectedLink({ id, rejected, about }: { id: string; rejected: number; about?: string }) {
  return (
    <>
      {counted(rejected, "row was", "rows were")} not loaded.{" "}
      <Link to={`/dataset_profile/${id}/rejected`}>
        {plural(rejected, "View it", "View them")}
        {about && <span className="visually-hidden"> ({about})</span>}
      </Link>
    </>
  );
}
