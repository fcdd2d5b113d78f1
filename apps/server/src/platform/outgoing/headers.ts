/** Headers about the host, the length and the connection; the service sets them, and a configured header may not. */
const ours =
  /^(host|connection|content-length|transfer-encoding|te|trailer|upgrade|expect|keep-alive|accept-encoding|proxy-.*)$/i

const token = /^[!#$%&'*+.^_`|~0-9a-z-]{1,100}$/i
const value = /^[\t\x20-\x7e\x80-\xff]{0,4096}$/

/** Whether these headers may be sent: valid names, values of one line, and none that the service sets itself. */
export const areSendable = (headers: Record<string, string>): boolean =>
  Object.keys(headers).length <= 50 &&
  Object.entries(headers).every(([name, text]) => token.test(name) && !ours.test(name) && value.test(text))
