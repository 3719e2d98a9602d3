/** The mails about an account. Implementations put the text together and queue it; links come from APP_URL. */
export interface UserMails {
  verifyEmail(mail: { readonly to: string; readonly name: string; readonly token: string }): Promise<void>;
  /** To the owner of an address that somebody tried to register again. */
  alreadyRegistered(mail: { readonly to: string }): Promise<void>;
  resetPassword(mail: { readonly to: string; readonly name: string; readonly token: string }): Promise<void>;
  passwordChanged(mail: { readonly to: string; readonly name: string }): Promise<void>;
  datasetShared(mail: { readonly to: string; readonly title: string; readonly datasetId: string }): Promise<void>;
}
