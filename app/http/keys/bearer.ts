/** `WWW-Authenticate` of a 401 that says nothing else: which credential would help. */
export const BEARER = 'Bearer realm="Tributary"';
