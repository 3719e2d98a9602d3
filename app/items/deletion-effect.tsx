import { counted, plural } from "../ui/data/format.ts";

/** What happens when a dataset is deleted that `users` others have access to. */
export function DatasetDeletion({ users }: { users: number }) {
  return (
    <p>
      {users > 0
        ? `${counted(users, "user")} ${plural(users, "has", "have")} access: it is hidden from the DataStore at once and deleted when the last one removes it.`
        : "Its rows, streams and DataStore listing are removed immediately. Its history stays for auditors."}
    </p>
  );
}

/** What happens when a connector is deleted that `users` others are connected to. */
export function ConnectorDeletion({ users }: { users: number }) {
  return (
    <p>
      {users > 0
        ? `${counted(users, "user")} ${plural(users, "is", "are")} connected: it becomes inactive and goes when the last one leaves.`
        : "All its versions leave the DataStore. Its history stays for auditors."}
    </p>
  );
}
