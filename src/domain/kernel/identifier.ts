/** Apart from the field types, so that whoever only needs to recognise an identifier loads no schemas. */
export const maxId = 9_223_372_036_854_775_807n;

const idPattern = /^[1-9]\d{0,18}$/;

export const isId = (value: string) => idPattern.test(value) && BigInt(value) <= maxId;
