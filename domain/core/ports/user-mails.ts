/** Mails about an account. Implementations write the text and queue it; links start with APP_URL. */
export interface UserMails {
  verifyEmail(mail: { readonly to: string; readonly name: string; readonly token: string }): Promise<void>;
  /** To the owner of an address that was registered again. */
  alreadyRegistered(mail: { readonly to: string }): Promise<void>;
  resetPassword(mail: { readonly to: string; readonly name: string; readonly token: string }): Promise<void>;
  passwordChanged(mail: { readonly to: string; readonly name: string }): Promise<void>;
  datasetShared(mail: { readonly to: string; readonly title: string; readonly datasetId: string }): Promise<void>;
  /**
   * To the owner of an instance: its runs have failed so many times in a row, `runId` last. Sending it twice sends one
   * mail.
   */
  runsFailing(mail: {
    readonly to: string;
    readonly name: string;
    readonly title: string;
    readonly runId: string;
    readonly failures: number;
  }): Promise<void>;
  /** A visitor's message from the contact page, to an admin. The sender's name and address are as typed. */
  contact(mail: {
    readonly to: string;
    readonly from: { readonly name: string; readonly email: string; readonly message: string };
  }): Promise<void>;
}
