/** Whether a host name or an address is this machine's own: localhost, 127.0.0.0/8 or ::1, with brackets or without. */
export function isLoopback(host: string): boolean {
  return /^(?:localhost|(?:::ffff:)?127(?:\.\d{1,3}){3}|::1|\[::1\])$/i.test(host);
}
