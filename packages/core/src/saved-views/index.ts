export { deleteView } from './delete.ts'
export { listViews } from './list.ts'
export { saveView } from './save.ts'
export { type SavedView, savedViewLimits } from './view.ts'
