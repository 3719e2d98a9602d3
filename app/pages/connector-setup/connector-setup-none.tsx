import { NOT_FOUND } from "../../http/call-result.ts";
import { NotFoundView } from "../../ui/frames/not-found-view.tsx";

/** /connector-setup without an id. */
export function loader() {
  return new Response(null, { status: NOT_FOUND.status });
}

export default function ConnectorSetupWithoutId() {
  return <NotFoundView title="Invalid connector ID." hint="The address ends in the id of a connector." />;
}
