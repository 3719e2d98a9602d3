import { Form, Link } from "@remix-run/react";
import { PLANS } from "#domain/user/plan.ts";
import { type Role, ROLES } from "#domain/user/events.ts";
import { Badge } from "../../ui/data/badge.tsx";
import { Button } from "../../ui/controls/button.tsx";
import { counted } from "../../ui/data/format.ts";
import { EmptyState } from "../../ui/layout/empty-state.tsx";
import { SelectField, TextField } from "../../ui/form/field.tsx";
import { Person } from "../../ui/layout/person.tsx";
import { Pager } from "../../ui/controls/pager.tsx";
import { PostButton } from "../../ui/form/post-button.tsx";
import { ScrollTable } from "../../ui/data/scroll-table.tsx";
import { Search } from "../../ui/icons/all.ts";
import { Ago, Day } from "../../ui/time/time.tsx";
import { AdminFrame } from "./admin-frame.tsx";

type ShownUser = {
  id: string;
  name: string;
  email: string;
  plan: number;
  roles: string[];
  verified: boolean;
  createdAt: string;
  lastLogin: string | null;
};

export type UsersPage = {
  users: ShownUser[];
  total: number;
  page: number;
  pages: number;
  search: string;
  role: Role | null;
  now: string;
  viewerId: string;
};

const LEAD =
  "Admins look after this installation and give roles. Editors write blog posts. Auditors read every history.";

/** Who is registered, and which roles they have. */
export function UsersView({ users, total, page, pages, search, role, now, viewerId }: UsersPage) {
  return (
    <AdminFrame tab="/admin" lead={LEAD}>
      <Form className="row items-end" role="search" aria-label="Users" action="/admin">
        <TextField label="Name or e-mail" name="q" type="search" defaultValue={search} key={`q ${search}`} />
        <SelectField
          label="Role"
          name="role"
          defaultValue={role ?? ""}
          key={`role ${role}`}
          options={[{ value: "", label: "All" }, ...ROLES.map((each) => ({ value: each, label: each }))]}
        />
        <Button icon={Search}>Search</Button>
      </Form>
      <p aria-live="polite">{counted(total, "user")}</p>
      {users.length === 0 ? (
        <EmptyState title="No user matches." />
      ) : (
        <ScrollTable panel label="Users" heads={["User", "Plan", "State", "Last login", "Roles", "Change roles"]}>
          {users.map((user) => (
            <tr key={user.id}>
              <th scope="row">
                <Person name={user.id === viewerId ? `${user.name} (you)` : user.name} email={user.email} />
                <Link className="meta block" to={`/history/user/${user.id}`} aria-label={`History of ${user.name}`}>
                  History
                </Link>
              </th>
              <td data-head="Plan">{PLANS[user.plan as keyof typeof PLANS].name}</td>
              <td data-head="State">
                <Badge tone={user.verified ? "ok" : "warn"}>{user.verified ? "Active" : "E-mail not verified"}</Badge>
                <span className="meta block">
                  since <Day at={user.createdAt} />
                </span>
              </td>
              <td data-head="Last login">
                {user.lastLogin === null ? "never" : <Ago at={user.lastLogin} now={now} />}
              </td>
              <td data-head="Roles">{user.roles.length === 0 ? "none" : user.roles.join(", ")}</td>
              <td data-head="Change roles">
                <RoleButtons user={user} />
              </td>
            </tr>
          ))}
        </ScrollTable>
      )}
      <Pager page={page} pages={pages} label="Pages of users" />
    </AdminFrame>
  );
}

function RoleButtons({ user: { id, name, roles } }: { user: ShownUser }) {
  return (
    <div className="row">
      {ROLES.map((role) => {
        const held = roles.includes(role);
        return (
          <PostButton
            key={role}
            intent={held ? "remove-role" : "give-role"}
            fields={{ user_id: id, name, role }}
            kind={held ? "plain" : "quiet"}
            small
          >
            {held ? "Remove" : "Make"} {role}
            <span className="visually-hidden">: {name}</span>
          </PostButton>
        );
      })}
    </div>
  );
}
