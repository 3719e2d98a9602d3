import { TabbedPage } from "../../ui/frames/tabbed-page.tsx";
import type { FormState } from "../../ui/form/form-state.ts";
import type { MadeApiKey } from "../../account/api-key-calls.ts";
import type { AccountPage } from "./account-page.ts";
import { KeysTab } from "./keys/keys-tab.tsx";
import { PlanTab } from "./plan-tab.tsx";
import { ProfileTab } from "./profile-tab.tsx";
import { SecurityTab } from "./security-tab.tsx";
import type { MadeSecret } from "./webhooks/webhook-actions.ts";
import { WebhooksTab } from "./webhooks/webhooks-tab.tsx";

/** The names of the tabs. */
export const ACCOUNT_TABS: Readonly<Record<AccountPage["tab"], string>> = {
  account: "Account",
  security: "Security",
  "api-keys": "API Keys",
  webhooks: "Webhooks",
  plan: "Plan",
};

/** `confirm`: a new address that waits for the password. `made`: a key that was just made, with its secret. `secret`: of a webhook. */
export type AccountViewProps = {
  page: AccountPage;
  form?: FormState;
  confirm?: string;
  made?: MadeApiKey;
  secret?: MadeSecret;
};

/** Each tab says which intents its forms post. */
export function AccountView(props: AccountViewProps) {
  return (
    <TabbedPage
      title="Account"
      tabs={Object.entries(ACCOUNT_TABS).map(([name, label]) => ({
        label,
        href: `/account?tab=${name}`,
        current: props.page.tab === name,
      }))}
      className={props.page.tab === "plan" ? "blocks" : "blocks in-columns"}
    >
      <OpenTab {...props} />
    </TabbedPage>
  );
}

function OpenTab({ page, form, confirm, made, secret }: AccountViewProps) {
  switch (page.tab) {
    case "account":
      return <ProfileTab {...page} form={form} confirm={confirm} />;
    case "security":
      return <SecurityTab {...page} form={form} />;
    case "api-keys":
      return <KeysTab {...page} form={form} made={made} />;
    case "webhooks":
      return <WebhooksTab {...page} form={form} secret={secret} />;
    case "plan":
      return <PlanTab {...page} form={form} />;
  }
}
