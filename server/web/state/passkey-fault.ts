/** A person closed the browser's own box, or it had no passkey for them: said in words, and nothing happened. */
export class PasskeyFault extends Error {}
