export { atOnce, inSlices, mapInSlices } from './in-slices.ts'
export { type JsonBounds, readJson, TooMuchJson } from './read-json.ts'
export { turnForLongWork } from './turn-for-long-work.ts'
export { writeJson } from './write-json.ts'
