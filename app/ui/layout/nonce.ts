import { createContext } from "react";

/** The CSP nonce of this response. Empty in the browser, which hides nonces from scripts, so that hydration matches. */
export const NonceContext = createContext("");
