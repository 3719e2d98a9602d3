/** A field with the name of a key is called by this and the key's id. */
export const KEY_NAME = "name_";
