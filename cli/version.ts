/** The version of the command, which is that of the product. */
export const VERSION = "0.1.0";
