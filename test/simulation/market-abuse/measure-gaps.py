"""
Measures, on a GPU, how far below the likeliest token an engine's greedy tokens lie under the float32 reference:

    OUT=folder python3 test/simulation/market-abuse/measure-gaps.py

A model is trained on this repository's own text for a minute and served in other precisions, whose greedy texts it then
reads. Writes gaps.json: by engine a list a text, of the gaps above 0.01 nats among its 128 tokens. Needs PyTorch.
"""

import collections
import glob
import json
import os
import re
import time

import torch
import torch.nn as nn
import torch.nn.functional as F

VOCABULARY, WIDTH, DEPTH, HEADS, CONTEXT = 16000, 768, 12, 12, 256
TRAIN_SECONDS, TEXTS, PROMPT, ANSWER = 75, 192, 32, 128
BF16, FP16 = torch.bfloat16, torch.float16
device = "cuda"


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.qkv = nn.Linear(WIDTH, 3 * WIDTH, bias=False)
        self.out = nn.Linear(WIDTH, WIDTH, bias=False)
        self.up = nn.Linear(WIDTH, 4 * WIDTH, bias=False)
        self.down = nn.Linear(4 * WIDTH, WIDTH, bias=False)
        self.before, self.between = nn.LayerNorm(WIDTH), nn.LayerNorm(WIDTH)

    def forward(self, x):
        b, t, _ = x.shape
        q, k, v = self.qkv(self.before(x)).view(b, t, 3, HEADS, WIDTH // HEADS).permute(2, 0, 3, 1, 4)
        mixed = F.scaled_dot_product_attention(q, k, v, is_causal=True).transpose(1, 2).reshape(b, t, WIDTH)
        x = x + self.out(mixed)
        return x + self.down(F.gelu(self.up(self.between(x))))


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.token, self.place = nn.Embedding(VOCABULARY, WIDTH), nn.Embedding(CONTEXT, WIDTH)
        self.blocks = nn.ModuleList([Block() for _ in range(DEPTH)])
        self.norm, self.head = nn.LayerNorm(WIDTH), nn.Linear(WIDTH, VOCABULARY, bias=False)

    def forward(self, ids):
        x = self.token(ids) + self.place.weight[: ids.shape[1]]
        for block in self.blocks:
            x = block(x)
        return self.head(self.norm(x))


def read_tokens():
    files = sorted(glob.glob("**/*.ts", recursive=True) + glob.glob("**/*.md", recursive=True))
    text = "".join(open(name, errors="ignore").read() for name in files if "node_modules" not in name)
    words = re.findall(r" ?\w+|\s+|[^\w\s]", text)
    common = collections.Counter(words).most_common(VOCABULARY - 1)
    number = {word: at + 1 for at, (word, _) in enumerate(common)}
    return torch.tensor([number.get(word, 0) for word in words]).to(device)


def train(model, tokens):
    optimizer = torch.optim.AdamW(model.parameters(), 6e-4, weight_decay=0.1, fused=True)
    began, step = time.time(), 0
    while (spent := time.time() - began) < TRAIN_SECONDS:
        for group in optimizer.param_groups:
            group["lr"] = 6e-4 * min(1, step / 100) * max(0.05, 1 - spent / TRAIN_SECONDS)
        starts = torch.randint(0, len(tokens) - CONTEXT - 1, (64, 1), device=device)
        batch = tokens[starts + torch.arange(CONTEXT + 1, device=device)]
        with torch.autocast(device, BF16):
            loss = F.cross_entropy(model(batch[:, :-1]).float().flatten(0, 1), batch[:, 1:].flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        step += 1
    print(f"{len(tokens)} tokens, {step} steps, {loss.item():.3f} nats", flush=True)


def quantised(weights, bits, group):
    """Blocks of the layers' matrices rounded to so many bits around zero, as engines keep them."""
    if bits is None or weights.dim() < 2:
        return weights
    blocks = weights.view(weights.shape[0], -1, group or weights.shape[1])
    scale = blocks.abs().amax(-1, keepdim=True) / (2 ** (bits - 1) - 1)
    return ((blocks / scale).round() * scale).view_as(weights)


@torch.no_grad()
def answers(model, prompts, temperature):
    ids = prompts
    for _ in range(ANSWER):
        logits = model(ids)[:, -1].float()
        sampled = torch.multinomial((logits / (temperature or 1)).softmax(-1), 1)
        ids = torch.cat([ids, sampled if temperature else logits.argmax(-1, keepdim=True)], 1)
    return ids


@torch.no_grad()
def gaps(reference, ids):
    found = []
    for part in ids.split(16):
        logs = reference(part[:, :-1])[:, PROMPT - 1 :].log_softmax(-1)
        found.append(logs.amax(-1) - logs.gather(-1, part[:, PROMPT:, None])[..., 0])
    return torch.cat(found)


ENGINES = [
    ("fp32", None, 0, torch.float32), ("bf16", None, 0, BF16), ("fp16", None, 0, FP16), ("int8", 8, 0, BF16),
    ("6 bits", 6, 32, BF16), ("5 bits", 5, 32, BF16), ("4 bits", 4, 32, BF16), ("3 bits", 3, 32, BF16),
]
torch.manual_seed(1)
tokens = read_tokens()
learned = len(tokens) * 9 // 10
reference = Model().to(device)
for weights in reference.parameters():
    if weights.dim() > 1:
        nn.init.normal_(weights, std=0.02)
train(reference, tokens[:learned])
reference.eval()
starts = torch.linspace(learned, len(tokens) - PROMPT - 8, TEXTS).long()[:, None].to(device)
prompts = tokens[starts + torch.arange(PROMPT, device=device)]
result = {}
for name, bits, group, precision in ENGINES:
    engine = Model().to(device).eval()
    state = reference.state_dict()
    engine.load_state_dict({k: quantised(w, bits if k.startswith("blocks") else None, group) for k, w in state.items()})
    found = gaps(reference, answers(engine.to(precision), prompts, 0))
    result[name] = [[round(gap, 3) for gap in text if gap > 0.01] for text in found.tolist()]
    shares = {above: round((found > above).float().mean().item(), 5) for above in (0.02, 0.05, 0.1, 0.2, 0.4)}
    texts = {above: round((found > above).any(1).float().mean().item(), 3) for above in (0.05, 0.1, 0.2)}
    print(name, "tokens above", shares, "texts with one", texts, flush=True)
json.dump(result, open(os.path.join(os.environ["OUT"], "gaps.json"), "w"))
