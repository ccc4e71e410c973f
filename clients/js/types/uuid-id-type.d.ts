/**
 * @param {string} name
 * @param {import("./uuid.js").UuidForm} form
 * @param {any} options
 * @returns {import("./id-type.js").UuidIdType<any>}
 */
export declare function uuidType(name: string, form: import("./uuid.js").UuidForm, options: any): import("./id-type.js").UuidIdType<any>;
