import bcrypt from "bcrypt";

/**
 * Loaded before a server under test: it hashes passwords at the least cost of bcrypt. At its own cost to register and to log in
 * takes half a second of processor time, and a run of the features does that a thousand times.
 */
const LEAST_COST = 4;
const { hash } = bcrypt;
Object.assign(bcrypt, { hash: (data: string, _cost: number) => hash(data, LEAST_COST) });
