/** Most characters of a user name. */
export const MAX_NAME_LENGTH = 64;
