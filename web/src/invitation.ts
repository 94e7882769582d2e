/**
 * Finds the secret of an invitation in the last part of an address: without what
 * a message had after the link, which messengers take along. The server does the
 * same to what is typed, in pastedInvitation.
 */
export function invitationIn(hash: string): string {
  return /^#([\w-]+)/.exec(hash)?.[1] ?? "";
}
