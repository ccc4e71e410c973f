/**
 * While it lasts, all generators of this thread forget what they have minted before, also those
 * that exist already. So a test may set the clock to any time, and see the same IDs in each run.
 *
 * When it ends, they continue after the last ID from before it. So IDs of the scope may equal IDs
 * from outside of it: do not store them with others. Scopes can be nested. A worker thread that
 * starts in the scope shares it.
 */
export declare class MintScope {
    /**
     * Ends the scope, and those that began in it.
     *
     * @readonly
     * @type {() => void}
     */
    readonly end: () => void;
}
