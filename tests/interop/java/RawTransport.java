import com.agentclientprotocol.sdk.agent.transport.StdioAcpAgentTransport;
import com.agentclientprotocol.sdk.json.TypeRef;
import com.agentclientprotocol.sdk.spec.AcpAgentTransport;
import com.agentclientprotocol.sdk.spec.AcpSchema.CreateElicitationRequest;
import com.agentclientprotocol.sdk.spec.AcpSchema.JSONRPCMessage;
import com.agentclientprotocol.sdk.spec.AcpSchema.JSONRPCRequest;
import com.agentclientprotocol.sdk.spec.AcpSchema.JSONRPCResponse;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import reactor.core.publisher.Mono;

/** Standard input and output, with a way past what the SDK checks before it asks. */
final class RawTransport implements AcpAgentTransport {
    private static final String ID = "raw";

    private final StdioAcpAgentTransport inner = new StdioAcpAgentTransport();
    private volatile CompletableFuture<JSONRPCResponse> answer;

    /** Asks without a check, and tells the answer. */
    String ask(CreateElicitationRequest question) throws Exception {
        answer = new CompletableFuture<>();
        inner.sendMessage(new JSONRPCRequest("2.0", ID, "elicitation/create", question)).block();
        var got = answer.get(10, TimeUnit.SECONDS);
        return got.error() == null ? "answered " + got.result() : "error " + got.error().code();
    }

    @Override
    public Mono<Void> start(Function<Mono<JSONRPCMessage>, Mono<JSONRPCMessage>> handler) {
        return inner.start(incoming -> incoming.flatMap(this::pass).flatMap(message -> handler.apply(Mono.just(message))));
    }

    private Mono<JSONRPCMessage> pass(JSONRPCMessage message) {
        if (message instanceof JSONRPCResponse response && ID.equals(response.id())) {
            answer.complete(response);
            return Mono.empty();
        }
        return Mono.just(message);
    }

    @Override
    public Mono<Void> sendMessage(JSONRPCMessage message) {
        return inner.sendMessage(message);
    }

    @Override
    public Mono<Void> closeGracefully() {
        return inner.closeGracefully();
    }

    @Override
    public Mono<Void> awaitTermination() {
        return inner.awaitTermination();
    }

    @Override
    public void setExceptionHandler(Consumer<Throwable> handler) {
        inner.setExceptionHandler(handler);
    }

    @Override
    public <T> T unmarshalFrom(Object data, TypeRef<T> type) {
        return inner.unmarshalFrom(data, type);
    }

    @Override
    public List<Integer> protocolVersions() {
        return inner.protocolVersions();
    }
}
