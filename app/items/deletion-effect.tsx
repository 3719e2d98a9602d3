import { counted, plural } from "../ui/data/format.ts";

/** What happens if a dataset is deleted to which `users` others have access. */
export function DatasetDeletion({ users }: { users: number }) {
  return (
    <p>
      {users > 0
        ? `${counted(users, "user")} ${plural(users, "has", "have")} access: it is hidden from the DataStore at once and deleted when the last one removes it.`
        : "Its rows, streams and DataStore listing are removed immediately. Its history stays for auditors."}
    </p>
  );
}

/** What happens if a connector is deleted to which `users` others are connected. */
export function ConnectorDeletion({ users }: { users: number }) {
  return (
    <p>
      {users > 0
        ? `${counted(users, "user")} ${plural(users, "is", "are")} connected: it becomes inactive and is deleted when the last one leaves.`
        : "All its versions leave the DataStore. Its history stays for auditors."}
    </p>
  );
}
