import { list_conversations } from './list_conversations.ts';
import { list_messages } from './list_messages.ts';
import { read_conversation } from './read_conversation.ts';
import { send_message } from './send_message.ts';

export const messengerOperations = [
  list_conversations,
  list_messages,
  read_conversation,
  send_message,
] as const;
