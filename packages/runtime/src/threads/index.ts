export { problemToSend, type SentProblem, sentProblem } from './sent-problem.ts'
export { type Said, serveConversations } from './serve-conversations.ts'
export { type Conversation, WorkThread } from './work-thread.ts'
