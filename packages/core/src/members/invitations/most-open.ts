/** Open invitations of an organization: more than anybody needs at a time, to stop abuse. */
export const MAX_OPEN = 200
