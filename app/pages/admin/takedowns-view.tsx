import { Form, Link } from "@remix-run/react";
import { Button } from "../../ui/controls/button.tsx";
import { Pager } from "../../ui/controls/pager.tsx";
import { ScrollTable } from "../../ui/data/scroll-table.tsx";
import { ErrorLine, TextArea, TextField } from "../../ui/form/field.tsx";
import { type FormState, useFocusOnError } from "../../ui/form/form-state.ts";
import { PostButton } from "../../ui/form/post-button.tsx";
import { EmptyState } from "../../ui/layout/empty-state.tsx";
import { AdminFrame } from "./admin-frame.tsx";

type ShownItem = { id: string; title: string; author: string; reason: string; href: string };
export type TakedownsPage = { items: ShownItem[]; asked: string; page: number; pages: number };

const LEAD =
  "What is taken down disappears from lists, profiles and streams, except for its owner and for admins. Connections to a connector stop. The owner gets the reason by mail.";

/** What admins have taken down, and the form for it. */
export function TakedownsView({ items, asked, page, pages, form }: TakedownsPage & { form?: FormState }) {
  const ref = useFocusOnError(form);
  const state = form ? { state: form } : {};
  return (
    <AdminFrame tab="/admin/takedowns" lead={LEAD}>
      <Form method="post" className="panel max-w-form" aria-label="Take down" ref={ref}>
        <input type="hidden" name="intent" value="take-down" />
        <div className="panel-body stack">
          <TextField
            label="Dataset or connector"
            name="item"
            hint="The address of its page, or its id."
            required
            defaultValue={asked}
            {...state}
          />
          <TextArea
            label="Reason"
            name="reason"
            rows={3}
            hint="Its owner reads this."
            required
            maxLength={1000}
            {...state}
          />
          {form?.message && <ErrorLine>{form.message}</ErrorLine>}
          <div>
            <Button kind="danger">Take down</Button>
          </div>
        </div>
      </Form>
      {items.length === 0 ? (
        <EmptyState title="Nothing is taken down." />
      ) : (
        <ScrollTable panel label="Taken down" heads={["Item", "Author", "Reason", { label: "Restore", hidden: true }]}>
          {items.map(({ id, title, author, reason, href }) => (
            <tr key={id}>
              <th scope="row">
                <Link to={href}>{title}</Link>
              </th>
              <td data-head="Author">{author}</td>
              <td data-head="Reason">{reason}</td>
              <td>
                <PostButton intent="restore" fields={{ id }} small>
                  Restore<span className="visually-hidden"> {title}</span>
                </PostButton>
              </td>
            </tr>
          ))}
        </ScrollTable>
      )}
      <Pager page={page} pages={pages} label="Pages of what is taken down" />
    </AdminFrame>
  );
}
