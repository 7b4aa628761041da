import { z } from 'zod'
import {
  conversation,
  conversationChange,
  conversationId,
  conversationList,
  conversationListQuery,
  newConversation,
} from '../conversation.ts'
import { defineEndpoint } from '../endpoint.ts'

const one = z.object({ conversation_id: conversationId })

const createConversation = defineEndpoint({
  name: 'createConversation',
  method: 'POST',
  path: '/conversations',
  credential: 'user',
  scope: 'jobs:write',
  summary: 'Keep a chat by its title and the jobs of its last exchange; 409 beyond 1,000 of them',
  body: newConversation,
  answers: { 201: conversation },
  errors: ['not_found', 'conflict'],
})

const changeConversation = defineEndpoint({
  name: 'changeConversation',
  method: 'PATCH',
  path: '/conversations/{conversation_id}',
  credential: 'user',
  scope: 'jobs:write',
  summary: 'The chat went on, or has another title',
  params: one,
  body: conversationChange,
  answers: { 200: conversation },
  errors: ['not_found'],
})

const listConversations = defineEndpoint({
  name: 'listConversations',
  method: 'GET',
  path: '/conversations',
  credential: 'user',
  scope: 'jobs:read',
  summary: 'Own chats, those first in which something was said last',
  query: conversationListQuery,
  answers: { 200: conversationList },
  errors: [],
})

const getConversation = defineEndpoint({
  name: 'getConversation',
  method: 'GET',
  path: '/conversations/{conversation_id}',
  credential: 'user',
  scope: 'jobs:read',
  summary: 'One own chat; what was said is in its jobs (detail=full)',
  params: one,
  answers: { 200: conversation },
  errors: ['not_found'],
})

const deleteConversation = defineEndpoint({
  name: 'deleteConversation',
  method: 'DELETE',
  path: '/conversations/{conversation_id}',
  credential: 'user',
  scope: 'jobs:write',
  summary: 'Forget a chat; its jobs stay',
  params: one,
  answers: { 204: null },
  errors: ['not_found'],
})

/** Chats that a person comes back to. */
export const conversationEndpoints = {
  createConversation,
  changeConversation,
  listConversations,
  getConversation,
  deleteConversation,
}
