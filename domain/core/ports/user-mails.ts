/** Mails about an account. Implementations write the text and queue it; links start with APP_URL. */
export interface UserMails {
  verifyEmail(mail: { readonly to: string; readonly name: string; readonly token: string }): Promise<void>;
  /** To the owner of an address that was registered again. */
  alreadyRegistered(mail: { readonly to: string }): Promise<void>;
  resetPassword(mail: { readonly to: string; readonly name: string; readonly token: string }): Promise<void>;
  /** `ended`: the names of API keys and addresses of webhooks that ended with the password before. */
  passwordChanged(mail: {
    readonly to: string;
    readonly name: string;
    readonly ended: {
      readonly apiKeys: readonly string[];
      readonly streamingKey: boolean;
      readonly webhooks: readonly string[];
    };
  }): Promise<void>;
  /** To the new address, with the link that confirms it. */
  confirmEmail(mail: { readonly to: string; readonly name: string; readonly token: string }): Promise<void>;
  /** To the owner of an address that another user asked to move to. */
  addressInUse(mail: { readonly to: string }): Promise<void>;
  /** To the present address, when a change was asked for. */
  emailChangeAsked(mail: { readonly to: string; readonly name: string; readonly email: string }): Promise<void>;
  /** To the address before, after the change. */
  emailChanged(mail: { readonly to: string; readonly name: string; readonly email: string }): Promise<void>;
  /**
   * To the owner of a dataset: somebody asks for access to it. Mails with a `userId` are notices, which that user may
   * have chosen not to get.
   */
  accessRequested(mail: {
    readonly to: string;
    readonly userId: string;
    readonly name: string;
    readonly reason: string;
    readonly title: string;
    readonly datasetId: string;
  }): Promise<void>;
  /** To the user who asked. `until`: when the access ends; null: it does not. */
  accessApproved(mail: {
    readonly to: string;
    readonly userId: string;
    readonly title: string;
    readonly datasetId: string;
    readonly until: string | null;
  }): Promise<void>;
  /** The same when the owner says no; `note` may be empty. */
  accessRefused(mail: {
    readonly to: string;
    readonly userId: string;
    readonly title: string;
    readonly datasetId: string;
    readonly note: string;
  }): Promise<void>;
  datasetShared(mail: {
    readonly to: string;
    readonly userId: string;
    readonly title: string;
    readonly datasetId: string;
  }): Promise<void>;
  /**
   * To the owner of an instance: its runs have failed so many times in a row, `runId` last. Sending it twice sends one
   * mail.
   */
  runsFailing(mail: {
    readonly to: string;
    readonly userId: string;
    readonly name: string;
    readonly title: string;
    readonly runId: string;
    readonly failures: number;
  }): Promise<void>;
  /** To an admin: the log checkpoint of a day, to be kept outside the server. Sending it twice sends one mail. */
  logCheckpoint(mail: {
    readonly to: string;
    readonly userId: string;
    readonly day: string;
    readonly note: string;
  }): Promise<void>;
  /** To the owner of an item: an admin has taken it down, or shows it again (`reason` null). */
  takenDown(mail: {
    readonly to: string;
    readonly name: string;
    readonly title: string;
    readonly reason: string | null;
  }): Promise<void>;
  /** A visitor's message from the contact page, to an admin. The sender's name and address are as typed. */
  contact(mail: {
    readonly to: string;
    readonly from: { readonly name: string; readonly email: string; readonly message: string };
  }): Promise<void>;
}
