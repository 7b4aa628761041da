/** The table of conversations, part of `Tables`. */
export interface ConversationTables {
  conversations: ConversationsTable
}

export interface ConversationsTable {
  conversation_id: string
  user_id: string
  title: string
  /** Ids of the jobs of its last exchange. */
  jobs_json: string
  created_at: number
  updated_at: number
}
