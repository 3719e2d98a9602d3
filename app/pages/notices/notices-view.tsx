import { Form, Link, useNavigation } from "@remix-run/react";
import type { NoticeChoices, NoticeKind } from "#domain/core/notices.ts";
import { KIND_WORDS, type ShownNotice } from "../../notices/notice-words.ts";
import { Button } from "../../ui/controls/button.tsx";
import { Pager } from "../../ui/controls/pager.tsx";
import { PostButton } from "../../ui/form/post-button.tsx";
import { TabbedPage } from "../../ui/frames/tabbed-page.tsx";
import { CheckField } from "../../ui/form/field.tsx";
import { EmptyState } from "../../ui/layout/empty-state.tsx";
import { Ago } from "../../ui/time/time.tsx";

export type NoticesViewProps =
  | { tab: "settings"; choices: NoticeChoices; kinds: readonly NoticeKind[] }
  | { tab: "all"; now: string; notices: readonly ShownNotice[]; unread: number; page: number; pages: number };

/** The parameters of the address by which a notice is opened. */
export const OPENED = { notice: "open", to: "to" } as const;

export function NoticesView(props: NoticesViewProps) {
  return (
    <TabbedPage
      title="Notices"
      tabs={[
        { label: "All notices", href: "/notices", current: props.tab === "all" },
        { label: "Settings", href: "/notices?tab=settings", current: props.tab === "settings" },
      ]}
      className="stack notices-tab"
    >
      {props.tab === "settings" ? <Settings choices={props.choices} kinds={props.kinds} /> : <List {...props} />}
    </TabbedPage>
  );
}

/** Posts `intent` read with `id`, or read-all with the `position` of the newest notice. */
function List({ notices, unread, now, page, pages }: Extract<NoticesViewProps, { tab: "all" }>) {
  const [newest] = notices;
  if (!newest)
    return (
      <EmptyState title="No notices yet." level={2}>
        <p className="quiet">Failed runs, new versions, changed columns and requests for access appear here.</p>
      </EmptyState>
    );
  return (
    <>
      {unread > 0 && page === 1 && (
        <PostButton intent="read-all" fields={{ position: newest.position }}>
          Mark all as read
        </PostButton>
      )}
      <ul className="panel managed notices">
        {notices.map((notice) => (
          <Row key={notice.id} notice={notice} now={now} />
        ))}
      </ul>
      <Pager page={page} pages={pages} />
    </>
  );
}

/** Leads to the page of a notice, and marks it as read. */
function openHref(id: string, path: string): string {
  return `/notices?${new URLSearchParams({ [OPENED.notice]: id, [OPENED.to]: path })}`;
}

function Row({ notice: { id, text, path, at, isRead }, now }: { notice: ShownNotice; now: string }) {
  return (
    <li data-unread={!isRead || undefined}>
      <div>
        <p className="notice-text">
          {!isRead && <span className="badge badge-info">New</span>}{" "}
          {path === null ? text : <Link to={isRead ? path : openHref(id, path)}>{text}</Link>}
        </p>
        <p className="meta">
          <Ago at={at} now={now} />
        </p>
      </div>
      <div className="acts">
        {!isRead && (
          <PostButton intent="read" fields={{ id }} small>
            Mark as read<span className="visually-hidden">: {text}</span>
          </PostButton>
        )}
      </div>
    </li>
  );
}

/** Posts `intent` choose with `page-<kind>` and `mail-<kind>` of each kind. */
function Settings({ choices, kinds }: { choices: NoticeChoices; kinds: readonly NoticeKind[] }) {
  const busy = useNavigation().formData?.get("intent") === "choose";
  return (
    <Form method="post" className="panel" aria-label="What to notify you about" preventScrollReset>
      <input type="hidden" name="intent" value="choose" />
      <div className="notice-kinds">
        {kinds.map((kind) => (
          <fieldset key={kind} className="panel-body notice-kind">
            <legend>{KIND_WORDS[kind].label}</legend>
            {kind !== "log" && (
              <CheckField label="On this page" name={`page-${kind}`} defaultChecked={choices[kind].page} />
            )}
            <CheckField
              label={`By mail, ${KIND_WORDS[kind].mail}`}
              name={`mail-${kind}`}
              defaultChecked={choices[kind].mail}
            />
          </fieldset>
        ))}
      </div>
      <div className="panel-foot">
        <Button off={busy}>Save changes</Button>
      </div>
    </Form>
  );
}
