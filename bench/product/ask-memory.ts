export const ASK_MEMORY = 'memory'
