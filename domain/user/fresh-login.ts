/** For so long after a login nobody is asked for the password again. */
export const FRESH_MINUTES = 15;
