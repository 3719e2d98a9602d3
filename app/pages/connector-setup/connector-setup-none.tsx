import { NotFoundView } from "../../ui/frames/not-found-view.tsx";

/** /connector-setup without an id. */
export function loader() {
  return new Response(null, { status: 404 });
}

export default function ConnectorSetupWithoutId() {
  return <NotFoundView title="Invalid connector ID." hint="The address ends in the id of a connector." />;
}
